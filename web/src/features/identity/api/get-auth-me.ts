import { call } from '../../../lib/client.ts'

export const getAuthMe = () => call('getAuthMe', {})
