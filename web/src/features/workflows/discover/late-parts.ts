export { YourCreations } from '../detail/your-creations.tsx'
export { NarrowedTo } from './narrowed-to.tsx'
export { NothingFound } from './nothing-found.tsx'
