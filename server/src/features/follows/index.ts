export { countFollowers } from './count-followers.ts'
