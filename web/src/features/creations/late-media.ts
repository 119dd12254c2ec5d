/** One chunk, which a picture's page loads when the reader opens the picture large or compares two. */
export { CompareSlider } from './components/compare-slider.tsx'
export { Lightbox } from './components/lightbox.tsx'
