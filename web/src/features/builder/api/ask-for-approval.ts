import { call } from '../../../lib/client.ts'

export const askForApproval = () => call('askForApproval', {})
