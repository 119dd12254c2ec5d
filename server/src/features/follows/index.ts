export { countFollowers } from './follow.ts'
