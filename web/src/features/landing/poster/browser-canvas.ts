/** The parts of the drawing kit’s canvas that a browser has itself; the build puts them in its place. */
export const createCanvas = (width: number, height: number) => new OffscreenCanvas(width, height)
const { Path2D: BrowserPath, ImageData: BrowserImageData } = globalThis

export { BrowserImageData as ImageData, BrowserPath as Path2D }
