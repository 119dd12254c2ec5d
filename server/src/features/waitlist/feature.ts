import type { Feature } from '../../feature.ts'

export const waitlist: Feature = {
  name: 'waitlist',
}
