import { type Ctx, isWithinTransaction } from '../../src/ctx.ts'

/** Parts of Ctx that may wait for a model, a store or a vendor. */
const SLOW = [
  'storage',
  'children',
  'uploadChildren',
  'gateway',
  'payoutGateway',
  'mailer',
  'fetchProduct',
] as const

/** What a provider answers at once; any other function of a provider may wait. */
const QUICK = ['availability', 'estimateCents', 'estimateWork', 'ownServerOf', 'readWords']

/**
 * Throws when one of these parts is called within a transaction, whose row locks would be held
 * meanwhile. Keeps a record for `assertNone`, since the caller may swallow the error.
 */
export function guardSlowParts(ctx: Ctx): { assertNone(): void } {
  const met: string[] = []
  function check(name: string): void {
    if (!isWithinTransaction()) return
    met.push(name)
    throw new Error(`${name} was called within a transaction`)
  }
  function guard<T extends object>(part: T, name: string): T {
    return new Proxy(part, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key, target)
        const member = `${name}.${String(key)}`
        return typeof value === 'function' ? call(value.bind(target), member) : value
      },
      apply(target, self, given: unknown[]) {
        check(name)
        return Reflect.apply(target as () => unknown, self, given)
      },
    })
  }
  const call =
    (bound: (...given: unknown[]) => unknown, member: string) =>
    (...given: unknown[]) => {
      // These members ask nothing outside this process.
      if (!/\.(waiting|on|off|inTurn)$/.test(member)) check(member)
      const result = bound(...given)
      return member.endsWith('.inTurn') ? guard(result as object, member) : result
    }
  for (const name of SLOW) {
    const part = ctx[name]
    // No mailer where no mail goes out.
    if (part) Object.assign(ctx, { [name]: guard(part, name) })
  }
  ctx.otherGateways = ctx.otherGateways.map((each) => guard(each, 'otherGateways'))
  const { providers } = ctx
  ctx.providers = {
    ...providers,
    find: (id) => guardProvider(providers.find(id)),
    get: (id) => guardProvider(providers.get(id)),
  }
  function guardProvider<P extends ReturnType<typeof providers.find>>(provider: P): P {
    if (!provider) return provider
    return new Proxy(provider, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key, target)
        return typeof value === 'function' && !QUICK.includes(String(key))
          ? call(value.bind(target), `${target.id}.${String(key)}`)
          : value
      },
    })
  }
  return {
    assertNone() {
      if (met.length > 0) throw new Error(`called within a transaction: ${met.join(', ')}`)
    },
  }
}
