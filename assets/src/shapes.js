// The WebGL program with which sigma draws a node: one of eight shapes, with a thin border in the colour of the page and an optional ring.
// WebGL draws a triangle that contains shape and ring. For each pixel the fragment shader computes the distance from the shape.
import { NodeProgram } from "sigma/rendering";
import { floatColor } from "sigma/utils";
import { glColor } from "./color.js";

// v_px is the position relative to the center of the node in pixels, with y upwards, and v_r the radius of the node in pixels. reach is the
// distance of the corners of the triangle from its center. In an equilateral triangle, reach is twice the radius of the inner circle. This
// circle must contain the node: the largest shape, which ends before 1.45 r, with 6 px for its rings. A size of sigma divided by
// u_sizeRatio is in pixels. A pixel is 2 u_correctionRatio units of sigma's coordinates. a_id is the colour by which sigma identifies the
// node under the pointer (picking mode). bias restores an alpha of 255, which sigma's packing of colours reduces to 254.
const VERT = `
attribute vec4 a_id;
attribute vec4 a_color;
attribute vec4 a_ring;
attribute vec2 a_position;
attribute float a_size;
attribute float a_shape;
attribute float a_angle;
uniform mat3 u_matrix;
uniform float u_sizeRatio;
uniform float u_correctionRatio;
varying vec4 v_color;
varying vec4 v_ring;
varying vec2 v_px;
varying float v_r;
varying float v_shape;
const float bias = 255.0 / 254.0;
void main() {
  float r = a_size / u_sizeRatio;
  float reach = 2.0 * (r * 1.45 + 6.0);
  vec2 d = reach * vec2(cos(a_angle), sin(a_angle));
  gl_Position = vec4((u_matrix * vec3(a_position + d * u_correctionRatio * 2.0, 1)).xy, 0, 1);
  v_px = d;
  v_r = r;
  v_shape = a_shape;
  v_ring = a_ring;
  v_ring.a *= bias;
  #ifdef PICKING_MODE
  v_color = a_id;
  #else
  v_color = a_color;
  #endif
  v_color.a *= bias;
}`;

// dist is the distance of a pixel from the border of a shape, negative inside: circle, square, diamond, triangle, hexagon, inverted
// triangle, pentagon and cross. The factors of the shapes give all shapes about the same area. The alpha of a ring is its kind (see
// painting.js). It is 1 for the selection, c0/ff for a wrong node that is selected, 80/ff for a wrong node, and 0 for no ring. polygon is
// the distance from a regular polygon with n sides. inradius is the radius of its inner circle, and rot the direction of the middle of a
// side, in radians. In picking mode, a node reacts to the pointer within 3 px of its shape, and of the circle with radius r. Otherwise the
// colour of the pixel is mixed by covers between 0 and 1. body is the cover by the shape, skirt the cover by the shape with a border of 1
// px. twin is 1 for a wrong node that is selected, which has two rings: inner in ink, and ring, the ring of the selection, 2.8 px outside.
// Otherwise twin is 0, and ring is the only ring. gap is the distance from the middle of the inner ring, width half the width of a ring. In
// a large graph, rings of small nodes would hide other nodes: for a wrong node with a radius below u_ringFrom, tint is 1, and its border
// (edge) gets the colour of its ring. thin makes the border of a tiny node narrow, since the border must not cover the shape. The colours
// are laid over each other in the order ground (85 % opaque), shape, inner, ring.
const FRAG = `
precision highp float;
varying vec4 v_color;
varying vec4 v_ring;
varying vec2 v_px;
varying float v_r;
varying float v_shape;
uniform vec3 u_ground;
uniform vec3 u_ink;
uniform float u_ringFrom;
float polygon(vec2 p, float inradius, float n, float rot) {
  float step = 6.28318530718 / n;
  float a = atan(p.y, p.x) - rot;
  a = mod(a + step * 0.5, step) - step * 0.5;
  return length(p) * cos(a) - inradius;
}
float dist(vec2 p, float r, float shape) {
  if (shape < 0.5) return length(p) - r;
  if (shape < 1.5) return max(abs(p.x), abs(p.y)) - 0.863 * r;
  if (shape < 2.5) return (abs(p.x) + abs(p.y)) * 0.7071 - 0.919 * r;
  if (shape < 3.5) return polygon(p, 0.69 * r, 3.0, -1.5707963);
  if (shape < 4.5) return polygon(p, 0.953 * r, 6.0, 1.5707963);
  if (shape < 5.5) return polygon(p, 0.69 * r, 3.0, 1.5707963);
  if (shape < 6.5) return polygon(p, 0.971 * r, 5.0, -1.5707963);
  vec2 q = abs(p);
  return min(max(q.x - 1.15 * r, q.y - 0.42 * r), max(q.x - 0.42 * r, q.y - 1.15 * r));
}
void main() {
  float d = dist(v_px, v_r, v_shape);
  #ifdef PICKING_MODE
  if (min(d, length(v_px) - v_r) > 3.0) gl_FragColor = vec4(0.0);
  else gl_FragColor = v_color;
  #else
  float body = 1.0 - smoothstep(-0.5, 0.5, d);
  float skirt = 1.0 - smoothstep(0.5, 1.5, d);
  float twin = step(0.65, v_ring.a) * (1.0 - step(0.9, v_ring.a));
  float gap = length(v_px) - v_r - min(3.2, 0.6 * v_r + 0.9);
  float width = v_ring.a > 0.0 ? mix(0.62, 1.1, step(0.65, v_ring.a)) : 0.0;
  float ring = v_ring.a > 0.0 ? 1.0 - smoothstep(width - 0.5, width + 0.5, abs(gap - 2.8 * twin)) : 0.0;
  float inner = twin * (1.0 - smoothstep(0.12, 1.12, abs(gap)));
  float tint = v_ring.a > 0.0 && v_ring.a < 0.65 ? 1.0 - smoothstep(u_ringFrom - 1.0, u_ringFrom, v_r) : 0.0;
  ring *= 1.0 - tint;
  float thin = clamp(v_r / 4.0, 0.25, 1.0);
  float edge = (1.0 - smoothstep(0.8 * thin, 0.8 * thin + 1.0, d)) * thin;
  vec4 ground = mix(vec4(u_ground, 1.0) * 0.85, vec4(v_ring.rgb, 1.0), tint) * mix(skirt, edge, tint);
  vec4 c = mix(ground, vec4(v_color.rgb * v_color.a, v_color.a), body);
  gl_FragColor = mix(mix(c, vec4(u_ink, 1.0), inner), vec4(v_ring.rgb, 1.0), ring);
  #endif
}`;

const { UNSIGNED_BYTE, FLOAT } = WebGLRenderingContext;

const CROWD = 1000, // nodes; in a larger graph a wrong node smaller than RING_FROM has a coloured border in place of a ring
  RING_FROM = 5; // radius in pixels

/** Sigma's program of a node with the attributes shape, 0 to 7, and ring, a colour whose alpha is the kind of the ring. */
export class ShapeProgram extends NodeProgram {
  /** Returns the definition of the program, which sigma reads once. The three angles belong to the corners of the triangle. */
  getDefinition() {
    return {
      VERTICES: 3,
      VERTEX_SHADER_SOURCE: VERT,
      FRAGMENT_SHADER_SOURCE: FRAG,
      METHOD: WebGLRenderingContext.TRIANGLES,
      UNIFORMS: ["u_sizeRatio", "u_correctionRatio", "u_matrix", "u_ground", "u_ink", "u_ringFrom"],
      ATTRIBUTES: [
        { name: "a_position", size: 2, type: FLOAT },
        { name: "a_size", size: 1, type: FLOAT },
        { name: "a_shape", size: 1, type: FLOAT },
        { name: "a_color", size: 4, type: UNSIGNED_BYTE, normalized: true },
        { name: "a_ring", size: 4, type: UNSIGNED_BYTE, normalized: true },
        { name: "a_id", size: 4, type: UNSIGNED_BYTE, normalized: true },
      ],
      CONSTANT_ATTRIBUTES: [{ name: "a_angle", size: 1, type: FLOAT }],
      CONSTANT_DATA: [[0], [(2 * Math.PI) / 3], [(4 * Math.PI) / 3]],
    };
  }
  /** Writes the numbers of a visible node into the array of the program, from the index i on, in the order of the attributes. */
  processVisibleItem(nodeIndex, i, data) {
    const a = this.array;
    a[i++] = data.x;
    a[i++] = data.y;
    a[i++] = data.size;
    a[i++] = data.shape || 0;
    a[i++] = floatColor(data.color);
    a[i++] = floatColor(data.ring || "#00000000");
    a[i++] = nodeIndex;
  }
  /** Sets the values that all nodes share, before each drawing. */
  setUniforms(params, { gl, uniformLocations }) {
    gl.uniform1f(uniformLocations.u_correctionRatio, params.correctionRatio);
    gl.uniform1f(uniformLocations.u_sizeRatio, params.sizeRatio);
    gl.uniformMatrix3fv(uniformLocations.u_matrix, false, params.matrix);
    gl.uniform3fv(uniformLocations.u_ground, glColor("surface"));
    gl.uniform3fv(uniformLocations.u_ink, glColor("ink"));
    gl.uniform1f(uniformLocations.u_ringFrom, this.renderer.getGraph().order > CROWD ? RING_FROM : 0);
  }
}
