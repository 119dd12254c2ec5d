export { registerWebHost, type WebHostOptions } from './register-web-host.ts'
