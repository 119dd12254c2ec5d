import type { Setting, SettingGroup } from '@vignette/contract/setting-groups.ts'
import type { SettingView } from '@vignette/contract/settings.ts'
import type { Config } from './config.ts'
import type { Trial } from './try-dependency.ts'

/** Main's half of the settings. */
export interface SettingsTools {
  describe(): Record<Setting, Pick<SettingView, 'kind' | 'choices' | 'help' | 'usual'>>
  /** The configuration with these values of admins; throws StartError. */
  read(values: Partial<Record<Setting, string>>, options?: { unowned?: boolean }): Config
  /** Calls for real what the group names; `to` gets a letter. */
  test(config: Config, group: SettingGroup, to: string | null): Promise<Trial[]>
  /** Reads what admins set again, and puts what was built from it in its place. */
  reload(): Promise<void>
  /** Hears of each change after it has taken effect in this process. */
  subscribe(onChange: () => void): () => void
}
