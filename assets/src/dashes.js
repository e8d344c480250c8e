// The WebGL program of a dashed edge, for sigma: an edge between two classes, if
// edges are coloured by labels. Dash and gap have a fixed length on the screen at
// any zoom. For the pointer the edge has no gaps.
import { EdgeRectangleProgram } from "sigma/rendering";
import { DASH } from "./dom.js";

/** Draws an edge as a rectangle, and discards the pixels of the gaps. */
export class DashProgram extends EdgeRectangleProgram {
  /** Returns the shaders of a rectangle, extended by the distance from the start of the edge in pixels (v_along). */
  getDefinition() {
    const base = super.getDefinition(),
      dash = DASH[0].toFixed(1),
      period = (DASH[0] + DASH[1]).toFixed(1); // of dash and gap
    return {
      ...base,
      UNIFORMS: [...base.UNIFORMS, "u_half"],
      VERTEX_SHADER_SOURCE: base.VERTEX_SHADER_SOURCE.replace(
        "void main() {",
        `uniform vec2 u_half;
varying float v_along;
void main() {
  v_along = a_positionCoef * length((u_matrix * vec3(a_positionEnd - a_positionStart, 0.0)).xy * u_half);`,
      ),
      FRAGMENT_SHADER_SOURCE: base.FRAGMENT_SHADER_SOURCE.replace("mediump", "highp").replace(
        "void main(void) {",
        `varying float v_along;
void main(void) {
  #ifndef PICKING_MODE
  if (mod(v_along, ${period}) > ${dash}) discard;
  #endif`,
      ),
    };
  }
  /** Sets the uniforms of a frame. u_half has half the width and height of the drawing: the factor from clip space to pixels. */
  setUniforms(params, program) {
    super.setUniforms(params, program);
    program.gl.uniform2f(program.uniformLocations.u_half, params.width / 2, params.height / 2);
  }
}
