// The WebGL program of an edge in two colours, for colourings with a number for each half of an edge. A half belongs to the end that it
// touches.
import { EdgeRectangleProgram } from "sigma/rendering";
import { floatColor } from "sigma/utils";

const FAR_COLOR = 8; // index of a_far among the numbers of an edge, behind the 8 numbers of EdgeRectangleProgram

/** Sigma's program of a wide edge with one attribute more: a_far is the colour of the second half, at the target of the edge. */
export class HalvesProgram extends EdgeRectangleProgram {
  /** Returns the definition of the program, which sigma reads once. The shaders of the wide edge are changed by replacement. */
  getDefinition() {
    const base = super.getDefinition();
    return {
      ...base,
      ATTRIBUTES: [...base.ATTRIBUTES, { name: "a_far", size: 4, type: WebGLRenderingContext.UNSIGNED_BYTE, normalized: true }],
      // v_at is the position along the edge, from 0 to 1, and v_far the colour of the second half. In the fragment shader, half_color takes
      // the place of v_color: the colour of the half. Picking mode draws the id of the edge in place of a colour, in both halves.
      // Sigma multiplies each alpha by its constant bias.
      VERTEX_SHADER_SOURCE: base.VERTEX_SHADER_SOURCE.replace(
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
      FRAGMENT_SHADER_SOURCE: base.FRAGMENT_SHADER_SOURCE.replaceAll("v_color", "half_color")
        .replace("varying vec4 half_color;", "varying vec4 v_color;\nvarying vec4 v_far;\nvarying float v_at;")
        .replace("void main(void) {", "void main(void) {\n  vec4 half_color = v_at < 0.5 ? v_color : v_far;"),
    };
  }
  /**
   * Writes the numbers of a visible edge into the array of the program, from the index start on. data has the attributes of the
   * edge; without its colour far, both halves have its attribute color.
   */
  processVisibleItem(edgeIndex, start, source, target, data) {
    super.processVisibleItem(edgeIndex, start, source, target, data);
    this.array[start + FAR_COLOR] = floatColor(data.far || data.color);
  }
}
