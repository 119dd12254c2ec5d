export { sumSources } from './view-numbers.ts'
