export { listComfyServers, ownServersOf, resealComfyServers } from './comfy-server.ts'
