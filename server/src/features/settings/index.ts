export { readSettings, resealSettings, type Values } from './setting.ts'
