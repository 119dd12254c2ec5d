export { registerWebHost } from './register-web-host.ts'
