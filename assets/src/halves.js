// WebGL program for sigma: an edge whose halves have a colour each, that of the end they touch.
import { EdgeRectangleProgram } from "sigma/rendering";
import { floatColor } from "sigma/utils";

export class HalvesProgram extends EdgeRectangleProgram {
  getDefinition() {
    const def = super.getDefinition();
    return {
      ...def,
      ATTRIBUTES: [...def.ATTRIBUTES, { name: "a_far", size: 4, type: WebGLRenderingContext.UNSIGNED_BYTE, normalized: true }],
      VERTEX_SHADER_SOURCE: def.VERTEX_SHADER_SOURCE.replace(
        "void main() {",
        `attribute vec4 a_far;
varying vec4 v_far;
varying float v_at;
void main() {
  v_at = a_positionCoef;
  #ifdef PICKING_MODE
  v_far = a_id;
  #else
  v_far = a_far;
  #endif
  v_far.a *= bias;`,
      ),
      FRAGMENT_SHADER_SOURCE: def.FRAGMENT_SHADER_SOURCE.replaceAll("v_color", "half_color")
        .replace("varying vec4 half_color;", "varying vec4 v_color;\nvarying vec4 v_far;\nvarying float v_at;")
        .replace("void main(void) {", "void main(void) {\n  vec4 half_color = v_at < 0.5 ? v_color : v_far;"),
    };
  }
  processVisibleItem(edgeIndex, at, source, target, data) {
    super.processVisibleItem(edgeIndex, at, source, target, data);
    this.array[at + 8] = floatColor(data.far || data.color);
  }
}
