import type { Setting } from '@vignette/contract/setting-groups.ts'
import type { SettingView } from '@vignette/contract/settings.ts'
import type { Config } from './config.ts'

/** Main's half of the settings. */
export interface SettingsTools {
  describe(): Record<Setting, Pick<SettingView, 'kind' | 'choices' | 'help' | 'usual'>>
  /** The configuration with these values of admins; throws StartError. */
  read(values: Partial<Record<Setting, string>>): Config
  /** Reads what admins set again, and puts what was built from it in its place. */
  reload(): Promise<void>
}
