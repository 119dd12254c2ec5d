import type { SettingGroup } from '@vignette/contract/setting-groups.ts'
import { listMoney, listVendors, openParts, sendLetter } from './check.ts'
import { type Config, originOf } from './config.ts'
import { outsideParts } from './outside-parts.ts'
import { type Dependency, type Trial, tryDependency } from './try-dependency.ts'

/** One real call of each thing that the group's settings name. */
export async function trySettings(
  config: Config,
  group: SettingGroup,
  to: string | null,
): Promise<Trial[]> {
  const opened = await openParts(config, { vendors: group === 'generation' })
  try {
    const { store, mail, issuer } = outsideParts({ ...opened, config, origin: originOf(config) })
    const letter: Dependency = {
      name: 'mail',
      probe: () => sendLetter(config, opened.mailer, { to: to ?? '', by: 'the page of settings' }),
    }
    const parts: Partial<Record<SettingGroup, Dependency[]>> = {
      'sign-in': [issuer],
      payments: listMoney(config),
      mail: [opened.mailer && to ? letter : mail],
      storage: [store],
      generation: listVendors(opened.providers),
    }
    return await Promise.all((parts[group] ?? []).map((each) => tryDependency(each)))
  } finally {
    await opened.close()
  }
}
