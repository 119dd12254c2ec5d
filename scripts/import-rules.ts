import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { OxlintOverride } from 'oxlint'
import {
  FEATURES,
  FOLDERS,
  FREE,
  PACKAGES,
  PROVIDER_DOORS,
  WEB_DRAWS,
  WEB_FEATURES,
} from './dependency-table.ts'

interface Ban {
  /** Patterns as in .gitignore; "!" allows a path and ends the search, so such bans come last. */
  group?: string[]
  regex?: string
  importNames?: string[]
  message: string
  allowTypeImports?: boolean
}

interface Zone {
  files: string[]
  bans: Ban[]
}

/**
 * The linter's overrides. A later override replaces an earlier one completely, so each zone repeats
 * all its bans.
 */
export function importRules(): OxlintOverride[] {
  const zones = [CONTRACT, PACKAGES_APART, ...serverZones(), ...webZones()]
  return [
    ...zones.map(
      ({ files, bans }): OxlintOverride => ({
        files,
        rules: { 'no-restricted-imports': ['error', { patterns: bans }] },
      }),
    ),
    { files: FREE, rules: { 'no-restricted-imports': 'off' } },
  ]
}

/** A relative path through one of the folders. */
const through = (...folders: string[]) => `^\\.\\.?/(.*/)?(${folders.join('|')})/`
/** A relative path that ends in one of the files. */
const endingIn = (...files: string[]) => `^\\.\\.?/(.*/)?(${files.join('|')})\\.tsx?$`

const DATABASE_PACKAGES = '^(drizzle-orm|pg)(/|$)'
const WEB_APP = { regex: `${through('web')}|^@vignette/web`, message: 'web -> contract <- server.' }

const CONTRACT: Zone = {
  files: ['contract/src/**'],
  bans: [{ group: ['*', '!zod', '!./**'], message: 'contract/ imports zod alone.' }],
}

const PACKAGES_APART: Zone = {
  files: ['packages/**'],
  bans: [
    {
      regex: `${through('server', 'web', 'contract')}|^@vignette/(server|web|contract)`,
      message: 'A package stands by itself: server and web import it, never the reverse.',
    },
  ],
}

function upward(...folders: string[]): Ban {
  return { regex: through(...folders), message: 'platform <- features <- main, never upward.' }
}

function packageBans(folder: string): Ban[] {
  return PACKAGES.filter(
    ({ only }) => !only.some((place) => `${folder}/`.startsWith(`${place}/`)),
  ).map(({ packages, why }) => ({ regex: packages, message: why }))
}

function serverZones(): Zone[] {
  const zone = (folder: string, ...bans: Ban[]): Zone => ({
    files: [`${folder}/**`],
    bans: [...packageBans(folder), WEB_APP, ...bans],
  })
  const platform = (folder: string) =>
    zone(folder, upward('features', 'schema', 'main', 'providers', 'web-host'), {
      regex: `^\\.\\./(\\.\\./)*(${list('server/src', 'files').join('|')})\\.ts$`,
      message: 'platform knows Platform and CallCtx, and nothing that stands above platform.',
    })
  const provider = (folder: string) =>
    zone(folder, upward('features', 'main', 'web-host'), {
      regex: endingIn('ctx', 'feature'),
      message: 'A provider is given what it needs; it does not know the context.',
    })
  return [
    { ...zone('server/src', upward('features')), files: ['server/src/*.ts'] },
    zone('server/src/main'),
    zone('server/src/schema', upward('main', 'web-host'), {
      regex: through('features', 'providers'),
      message:
        'The schema stands below the features; of them it knows types of JSON columns alone.',
      allowTypeImports: true,
    }),
    platform('server/src/platform'),
    platform('server/src/platform/queue'),
    platform('server/src/platform/storage'),
    provider('server/src/providers'),
    provider('server/src/providers/generation/local'),
    zone('server/src/web-host', upward('features', 'providers'), {
      regex: DATABASE_PACKAGES,
      message: 'web-host calls the API in process.',
    }),
    ...Object.keys(FEATURES).flatMap(featureZones),
  ]
}

function featureZones(name: string): Zone[] {
  const folder = `server/src/features/${name}`
  const allowed = FEATURES[name] ?? []
  const strangers = Object.keys(FEATURES).filter(
    (other) => other !== name && !allowed.includes(other),
  )
  const bans: Ban[] = [
    ...packageBans(folder),
    WEB_APP,
    upward('web-host'),
    {
      regex: through('main'),
      message: 'main wires the features; they know the types of its config at most.',
      allowTypeImports: true,
    },
    {
      regex: through(...strangers),
      message: `${name} may call ${allowed.join(', ') || 'no other feature'}; other news flows through events, other questions through ports.`,
    },
    {
      group: ['**/providers/**', ...PROVIDER_DOORS.map((door) => `!**/providers/${door}`)],
      message: 'Features see a provider’s spec.ts only.',
    },
    ...allowed.map((other) => ({
      group: [`**/${other}/**`, `!**/${other}/index.ts`],
      message: `The door of ${other} is its index.ts.`,
    })),
  ]
  const message = 'routes.ts never touches the database.'
  return [
    { files: [`${folder}/**`], bans },
    ...folderZones(name, bans),
    {
      files: [`${folder}/**/routes.ts`, `${folder}/**/*-routes.ts`],
      bans: [
        { regex: DATABASE_PACKAGES, message },
        { regex: through('schema'), message },
        { regex: endingIn('queries'), message },
        ...bans,
      ],
    },
    {
      files: [`${folder}/**/rules.ts`, `${folder}/**/rules-*.ts`],
      bans: [
        {
          group: [
            '*',
            '!**/rules.ts',
            '!**/rules-*.ts',
            '!@vignette/contract/*',
            '!**/platform/fold-accents.ts',
            '!node:crypto',
          ],
          message: 'rules.ts is pure: it imports contract and other pure rules only.',
        },
      ],
    },
  ]
}

function folderZones(feature: string, bans: Ban[]): Zone[] {
  const graph = FOLDERS[feature] ?? {}
  return Object.entries(graph).map(([name, allowed]) => {
    const others = Object.keys(graph).filter((one) => one !== name && !allowed.includes(one))
    const message = `${name} may import ${allowed.join(', ') || 'no other folder'} of ${feature}.`
    const way = others.length > 0 ? [{ regex: `^\\.\\./(${others.join('|')})/`, message }] : []
    return { files: [`server/src/features/${feature}/${name}/**`], bans: [...bans, ...way] }
  })
}

function webZones(): Zone[] {
  const server: Ban = {
    regex: `${through('server')}|^@vignette/server|^node:`,
    message: 'web -> contract <- server.',
  }
  const calls: Ban = {
    regex: endingIn('lib/client'),
    importNames: ['call', 'callRaw'],
    message: 'Call the API through lib/api.ts; what needs more stands in the feature’s api.ts.',
  }
  const [drawer, folder] = WEB_DRAWS
  const door = '@vignette/local-studio/poster.ts'
  const drawing: Ban = {
    regex: '^@vignette/local-studio',
    message: `Only ${drawer}/${folder} draws, through ${door}.`,
  }
  const drawingElse: Ban = {
    group: ['@vignette/local-studio', '@vignette/local-studio/**', `!${door}`],
    message: drawing.message,
  }
  const bans = [server, calls, drawing]
  const message = 'app -> features -> ui, lib.'
  const features = Object.keys(WEB_FEATURES)
  const featureBans = (name: string): Ban[] => [
    { regex: through('app'), message },
    ...features
      .filter((other) => other !== name)
      .map((other) => webDoor(other, WEB_FEATURES[name]?.includes(other) ?? false)),
  ]
  return [
    { files: ['web/src/**'], bans },
    {
      files: ['web/src/ui/**', 'web/src/lib/**'],
      bans: [...bans, { regex: through('app', 'features'), message }],
    },
    ...features.map((name) => ({
      files: [`web/src/features/${name}/**`],
      bans: [...bans, ...featureBans(name)],
    })),
    ...features.map((name) => ({
      files: [`web/src/features/${name}/api.ts`],
      bans: [server, ...featureBans(name)],
    })),
    {
      files: [`web/src/features/${drawer}/${folder}/**`],
      bans: [server, calls, ...featureBans(drawer), drawingElse],
    },
  ]
}

/**
 * From two levels up at most, because a folder inside a feature may have another feature's name.
 */
function webDoor(other: string, isOpen: boolean): Ban {
  const ways = [`../${other}`, `../../${other}`, `../../../${other}`]
  return {
    group: ways.flatMap((way) => (isOpen ? [`${way}/**`, `!${way}/index.ts`] : [`${way}/**`])),
    message: isOpen
      ? `The door of ${other} is its index.ts.`
      : `WEB_FEATURES names no way to ${other}.`,
  }
}

function list(place: string, kind: 'files' | 'folders'): string[] {
  const folder = fileURLToPath(new URL(`../${place}`, import.meta.url))
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => (kind === 'files' ? entry.isFile() : entry.isDirectory()))
    .map((entry) => entry.name.replace(/\.ts$/, ''))
}
