// WebGL program for sigma: an edge as dashes of the screen's measure, whatever the zoom. For the pointer it is whole.
import { EdgeRectangleProgram } from "sigma/rendering";
import { DASH } from "./dom.js";

export class DashProgram extends EdgeRectangleProgram {
  getDefinition() {
    const def = super.getDefinition(),
      on = DASH[0].toFixed(1),
      both = (DASH[0] + DASH[1]).toFixed(1);
    return {
      ...def,
      UNIFORMS: [...def.UNIFORMS, "u_half"],
      VERTEX_SHADER_SOURCE: def.VERTEX_SHADER_SOURCE.replace(
        "void main() {",
        `uniform vec2 u_half;
varying float v_along;
void main() {
  v_along = a_positionCoef * length((u_matrix * vec3(a_positionEnd - a_positionStart, 0.0)).xy * u_half);`,
      ),
      FRAGMENT_SHADER_SOURCE: def.FRAGMENT_SHADER_SOURCE.replace("mediump", "highp").replace(
        "void main(void) {",
        `varying float v_along;
void main(void) {
  #ifndef PICKING_MODE
  if (mod(v_along, ${both}) > ${on}) discard;
  #endif`,
      ),
    };
  }
  setUniforms(params, at) {
    super.setUniforms(params, at);
    at.gl.uniform2f(at.uniformLocations.u_half, params.width / 2, params.height / 2);
  }
}
