import type { Screen } from './screen.ts'
import { account } from './screens/account.ts'
import { catalogue } from './screens/catalogue.ts'
import { create } from './screens/create.ts'
import { creations } from './screens/creations.ts'
import { documents } from './screens/documents.ts'
import { found } from './screens/found.ts'
import { landing } from './screens/landing.ts'
import { programs } from './screens/programs.ts'
import { purchases } from './screens/purchases.ts'
import { remix } from './screens/remix.ts'
import { remixTrouble } from './screens/remix-trouble.ts'
import { studio } from './screens/studio.ts'

export const SCREENS: readonly Screen[] = [
  ...landing,
  ...catalogue,
  ...remix,
  ...remixTrouble,
  ...create,
  ...creations,
  ...account,
  ...purchases,
  ...studio,
  ...found,
  ...documents,
  ...programs,
]
