/** Both of this machine, and two clients to the server. */
export const FLOODER = '127.0.0.1'
export const BYSTANDER = '127.0.0.2'
