import { readFileSync } from 'node:fs'

/** The rules for Prometheus are the one list of alerts; the server judges those that it can by itself. */
const FILE = new URL('../../../deploy/alerts.yml', import.meta.url)

export interface AlertRule {
  name: string
  severity: 'page' | 'warn'
  summary: string
  /** How long it must hold before a letter goes out. */
  forMs: number
  /** Any of these is enough; undefined where the rule looks at what was, which Prometheus alone keeps. */
  conditions: Condition[] | undefined
}

interface Fold {
  fold: 'max' | 'min'
  /** Each combination of these labels is an alert of its own. */
  by: string[]
  metric: string
  only: { label: string; fits: (text: string) => boolean }[]
}

interface Condition extends Fold {
  compare: '>' | '<' | '=='
  number: number
  /** The number is a multiple of this. */
  times: Fold | undefined
}

export interface Sample {
  labels: Partial<Record<string, string | number>>
  value: number
}

export const readAlertRules = (): AlertRule[] => parseRules(readFileSync(FILE, 'utf8'))

const UNITS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

function parseRules(text: string): AlertRule[] {
  const [, ...parts] = text.split(/^ +- alert: /m)
  return parts.map((part) => {
    const name = /^\w+/.exec(part)?.[0] ?? ''
    const expr = /^ +expr: (["'])(.*)\1$/m.exec(part)?.[2] ?? ''
    const [, many = '0', unit = 's'] = /^ +for: (\d+)([smhd])$/m.exec(part) ?? []
    const summary = /summary:\s+"([^"]*)"/.exec(part)?.[1] ?? ''
    const severity = /severity: (page|warn)/.exec(part)?.[1]
    if (!name || !expr || !summary || !severity) throw new Error(`the alert ${name} is not whole`)
    const conditions = expr.split(' or ').map(parseCondition)
    return {
      name,
      summary,
      severity: severity === 'page' ? 'page' : 'warn',
      forMs: Number(many) * UNITS[unit as keyof typeof UNITS],
      conditions: conditions.every((one) => one !== undefined) ? conditions : undefined,
    }
  })
}

const FOLD = String.raw`(max|min)(?: by \(([\w, ]+)\) )?\((\w+)(?:\{([^}]*)\})?\)`
const CONDITION = new RegExp(`^${FOLD} (>|<|==) (\\d+)(?: \\* ${FOLD})?$`)

/** Such as `max by (queue) (tasks{queue=~"a[.].*"}) > 0`; undefined for all that says more. */
function parseCondition(expr: string): Condition | undefined {
  const found = CONDITION.exec(expr)
  if (!found) return undefined
  const [, fold, by, metric, only, compare, number, ...times] = found
  return {
    ...foldOf([fold, by, metric, only]),
    compare: compare as Condition['compare'],
    number: Number(number),
    times: times[0] ? foldOf(times) : undefined,
  }
}

function foldOf([fold, by = '', metric = '', only = '']: (string | undefined)[]): Fold {
  return {
    fold: fold === 'min' ? 'min' : 'max',
    // Each process sees itself alone.
    by: by.split(', ').filter((label) => label && label !== 'instance'),
    metric,
    only: only.split(',').flatMap((text) => {
      const [, label, how, is = ''] = /^(\w+)(=~?)"([^"]*)"$/.exec(text) ?? []
      if (!label) return []
      return { label, fits: how === '=' ? (given: string) => given === is : isLike(is) }
    }),
  }
}

function isLike(pattern: string): (text: string) => boolean {
  const whole = new RegExp(`^(?:${pattern})$`)
  return (text) => whole.test(text)
}

export const metricsOf = ({ conditions = [] }: AlertRule): string[] =>
  conditions.flatMap(({ metric, times }) => (times ? [metric, times.metric] : [metric]))

/** What the rule finds now: by the words of its labels, the figure. */
export function judge(
  { conditions = [], summary }: AlertRule,
  samplesOf: (metric: string) => readonly Sample[],
): Map<string, { value: number; summary: string }> {
  const found = new Map<string, { value: number; summary: string }>()
  for (const condition of conditions) {
    const bounds = condition.times && group(condition.times, samplesOf)
    for (const [subject, { value, labels }] of group(condition, samplesOf)) {
      const unit = bounds ? bounds.get(subject)?.value : 1
      if (unit === undefined || !holds(value, condition.compare, condition.number * unit)) continue
      const words = summary.replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_, label: string) =>
        String(labels[label] ?? 'this server'),
      )
      found.set(subject, { value, summary: words })
    }
  }
  return found
}

function group(fold: Fold, samplesOf: (metric: string) => readonly Sample[]): Map<string, Sample> {
  const groups = new Map<string, Sample>()
  for (const sample of samplesOf(fold.metric)) {
    if (!fold.only.every(({ label, fits }) => fits(String(sample.labels[label] ?? '')))) continue
    const subject = fold.by.map((label) => sample.labels[label] ?? '').join(' ')
    const before = groups.get(subject)
    const isFarther =
      before && (fold.fold === 'max' ? before.value > sample.value : before.value < sample.value)
    if (!isFarther) groups.set(subject, sample)
  }
  return groups
}

function holds(value: number, compare: Condition['compare'], bound: number): boolean {
  if (compare === '==') return value === bound
  return compare === '>' ? value > bound : value < bound
}
