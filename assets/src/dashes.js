// The WebGL program of a dashed edge, for sigma: an edge between two classes, if edges are coloured by labels. Dash and gap have a fixed
// length on the screen at any zoom. For the pointer the edge has no gaps: sigma finds the edge under the pointer by a picking drawing.
import { EdgeRectangleProgram } from "sigma/rendering";
import { DASH } from "./dom.js";

/** Draws an edge as a rectangle, and discards the pixels of the gaps. The shaders of sigma are extended by replacements in their text. */
export class DashProgram extends EdgeRectangleProgram {
  /**
   * Returns the shaders of a rectangle with the distance from the start of the edge in pixels of the page (v_along). a_positionCoef is 0 at
   * the start of the edge and 1 at its end. The fragment shader gets the precision highp, since mediump is too coarse for a long edge.
   */
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
  /** Sets the uniforms of a frame. u_half has half the width and height of the drawing in pixels: the factors from clip space (−1 to 1). */
  setUniforms(params, program) {
    super.setUniforms(params, program);
    program.gl.uniform2f(program.uniformLocations.u_half, params.width / 2, params.height / 2);
  }
}
