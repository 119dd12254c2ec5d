import type { ProviderView } from '@vignette/contract/app.ts'
import { fromUsCents } from '@vignette/contract/currency.ts'
import { z } from 'zod'
import { type FunctionSpec, type GenerationProvider, ProviderError } from './spec.ts'

type FunctionView = ProviderView['functions'][number]

export interface ProviderRegistry {
  find(id: string): GenerationProvider | undefined
  get(id: string): GenerationProvider
  findFunction(id: string, functionType: string): FunctionSpec | undefined
  /** The answer of GET /api/v1/providers. */
  list(): ProviderView[]
  /** The ids of providers that this process can use for no recipe. */
  listUnavailable(): string[]
  close(): Promise<void>
}

/** All providers of this server by id. */
export function createProviderRegistry(providers: readonly GenerationProvider[]): ProviderRegistry {
  const byId = new Map(providers.map((provider) => [provider.id, provider]))
  if (byId.size !== providers.length) throw new Error('two providers share an id')
  const functions = new Map(
    providers.map((each) => [each.id, each.functions.map((spec) => describeFunction(each, spec))]),
  )

  return {
    find: (id) => byId.get(id),
    get(id) {
      const provider = byId.get(id)
      if (provider) return provider
      throw new ProviderError('provider_unknown', 'This recipe uses a generator we do not have.', {
        retryable: false,
        byRecipe: true,
        told: `This server has no provider “${id}”.`,
      })
    },
    findFunction: (id, functionType) =>
      byId.get(id)?.functions.find((spec) => spec.functionType === functionType),
    list: () =>
      providers.map((each) =>
        describeProvider(each, (functions.get(each.id) ?? []).map(priceHere)),
      ),
    listUnavailable: () =>
      providers
        .filter((each) => !each.availability().available && !each.ownServerOf)
        .map(({ id }) => id),
    async close() {
      await Promise.allSettled(providers.map(async (provider) => provider.close?.()))
    },
  }
}

function describeProvider(provider: GenerationProvider, functions: FunctionView[]): ProviderView {
  const availability = provider.availability()
  return {
    id: provider.id,
    title: provider.title,
    description: provider.description,
    available: availability.available,
    missing: availability.available ? null : availability.missing,
    costs_operator: provider.costsOperator,
    approved_only: !provider.forEveryCreator,
    functions,
  }
}

/** At the operator's rate of today. */
const priceHere = (view: FunctionView): FunctionView => ({
  ...view,
  models: view.models.map(({ id, cents }) => ({ id, cents: fromUsCents(cents) })),
})

function describeFunction(provider: GenerationProvider, spec: FunctionSpec): FunctionView {
  const { functionType, title, description, needs, output, model, models = [] } = spec
  const usual = spec.params.safeParse({}).data ?? {}
  // The schema of a recipe's params, where those with a default are optional.
  const { $schema: _, ...params } = z.toJSONSchema(spec.params, {
    io: 'input',
    unrepresentable: 'any',
  })
  return {
    function_type: functionType,
    title,
    description,
    output,
    model,
    models: models.map((id) => ({
      id,
      cents: provider.estimateCents({ functionType, model: id, params: usual }),
    })),
    needs: {
      prompt: needs.prompt,
      first_image: needs.firstImage,
      last_image: needs.lastImage,
      videos: needs.videos,
    },
    params,
    ...(spec.varies && { varies: true }),
  }
}
