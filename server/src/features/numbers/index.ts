export { sumSources } from './sum-sources.ts'
