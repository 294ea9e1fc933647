// Points and lines by WebGL 2. Panning and turning only change a few uniforms.

const pointVertex = `#version 300 es
in vec3 place; in vec4 colour; in float mark;
uniform vec4 right; uniform vec4 up; uniform vec4 toward; uniform vec2 screen; uniform float size;
out vec4 tint; flat out int shape;
void main() {
  vec4 p = vec4(place, 1.0);
  vec2 pixel = vec2(dot(right, p), dot(up, p));
  gl_Position = vec4(pixel.x / screen.x * 2.0 - 1.0, 1.0 - pixel.y / screen.y * 2.0, -dot(toward.xyz, place) * 0.2, 1.0);
  gl_PointSize = colour.a < 0.3 ? size * 0.8 : size;
  tint = colour; shape = int(mark + 0.5);
}`;

const pointFragment = `#version 300 es
precision highp float;
in vec4 tint; flat in int shape; uniform float size; uniform vec3 rim; out vec4 pixel;
void main() {
  vec2 q = abs(gl_PointCoord * 2.0 - 1.0);
  float y = gl_PointCoord.y * 2.0 - 1.0;
  float r = length(q);
  float d = r;
  if (shape == 1) d = max(q.x, q.y) * 1.2;
  else if (shape == 2) d = max(q.x * 0.9 - y * 0.5 + 0.2, y + 0.2) * 1.15;
  else if (shape == 3) d = max(max(q.x, q.y), min(q.x, q.y) * 2.8);
  else if (shape == 4) d = abs(r - 0.72) * 2.6 + 0.25;
  float soft = min(2.0 / size, 0.4);  // of a point of two pixels little would be left
  float cover = 1.0 - smoothstep(1.0 - soft, 1.0, d);
  if (cover < 0.02) discard;
  float edge = size > 5.0 ? smoothstep(1.0 - 2.0 * soft, 1.0 - soft, d) * 0.75 : 0.0;
  float a = tint.a * cover;
  pixel = vec4(mix(tint.rgb, rim, edge) * a, a);
}`;

const lineVertex = `#version 300 es
in vec3 place; in vec4 colour;
uniform vec4 right; uniform vec4 up; uniform vec4 toward; uniform vec2 screen; out vec4 tint;
void main() {
  vec4 p = vec4(place, 1.0);
  vec2 pixel = vec2(dot(right, p), dot(up, p));
  gl_Position = vec4(pixel.x / screen.x * 2.0 - 1.0, 1.0 - pixel.y / screen.y * 2.0, 0.5, 1.0);
  tint = colour;
}`;

const lineFragment = `#version 300 es
precision highp float;
in vec4 tint; out vec4 pixel;
void main() { pixel = vec4(tint.rgb * tint.a, tint.a); }`;

function compiled(gl, vertex, fragment) {
  const program = gl.createProgram();
  for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) return null;
  return program;
}

class Layer {
  constructor(gl, program, attributes) {
    this.gl = gl;
    this.program = program;
    this.count = 0;
    this.array = gl.createVertexArray();
    this.buffers = {};
    this.uniforms = {};
    gl.bindVertexArray(this.array);
    for (const [name, size, type, normalised] of attributes) {
      const at = gl.getAttribLocation(program, name);
      this.buffers[name] = gl.createBuffer();
      gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers[name]);
      gl.enableVertexAttribArray(at);
      gl.vertexAttribPointer(at, size, type, normalised, 0, 0);
    }
    for (const name of ["right", "up", "toward", "screen", "size", "rim"]) {
      this.uniforms[name] = gl.getUniformLocation(program, name);
    }
  }

  set(name, values) {
    this.gl.bindBuffer(this.gl.ARRAY_BUFFER, this.buffers[name]);
    this.gl.bufferData(this.gl.ARRAY_BUFFER, values, this.gl.DYNAMIC_DRAW);
  }

  use(camera, ratio, size, rim) {
    const { gl, uniforms } = this;
    const m = camera.affine();
    const toward = camera.rows()[2];
    gl.useProgram(this.program);
    gl.bindVertexArray(this.array);
    gl.uniform4f(uniforms.right, m.ax, m.ay, m.az, m.a0);
    gl.uniform4f(uniforms.up, m.bx, m.by, m.bz, m.b0);
    gl.uniform4f(uniforms.toward, toward[0], toward[1], toward[2], 0);
    gl.uniform2f(uniforms.screen, camera.width, camera.height);
    if (uniforms.size) gl.uniform1f(uniforms.size, size * ratio);
    if (uniforms.rim) gl.uniform3f(uniforms.rim, ...rim);
  }
}

/** A renderer, or null if there is no WebGL 2. */
export function webglRenderer(canvas) {
  const gl = canvas.getContext("webgl2", { antialias: true, preserveDrawingBuffer: true });
  if (!gl) return null;
  const pointProgram = compiled(gl, pointVertex, pointFragment);
  const lineProgram = compiled(gl, lineVertex, lineFragment);
  if (!pointProgram || !lineProgram) return null;
  const points = new Layer(gl, pointProgram, [
    ["place", 3, gl.FLOAT, false], ["colour", 4, gl.UNSIGNED_BYTE, true], ["mark", 1, gl.UNSIGNED_BYTE, false]]);
  const lines = new Layer(gl, lineProgram, [["place", 3, gl.FLOAT, false], ["colour", 4, gl.UNSIGNED_BYTE, true]]);
  return {
    name: "webgl",
    setPlaces(places) {
      points.set("place", places);
      points.count = places.length / 3;
    },
    setColours(colours, marks) {
      points.set("colour", colours);
      points.set("mark", marks);
    },
    setLines(places, colours) {
      lines.set("place", places);
      lines.set("colour", colours);
      lines.count = places.length / 3;
    },
    draw(camera, { size, ratio, deep, rim }) {
      gl.viewport(0, 0, canvas.width, canvas.height);
      gl.clearColor(0, 0, 0, 0);
      gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
      gl.disable(gl.DEPTH_TEST);
      if (lines.count > 0) {
        lines.use(camera, ratio, size, rim);
        gl.drawArrays(gl.LINES, 0, lines.count);
      }
      if (deep) gl.enable(gl.DEPTH_TEST);
      points.use(camera, ratio, size, rim);
      gl.drawArrays(gl.POINTS, 0, points.count);
    },
  };
}
