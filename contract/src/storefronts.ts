import { z } from 'zod'
import { boundedArray } from './bounded.ts'
import { namedCreation } from './creations.ts'
import { defineRoute } from './define-route.ts'
import { mediaView, oneLine } from './entities.ts'
import { readLink, STOREFRONT } from './storefront-rules.ts'
import { workflowCard } from './workflows.ts'

const storefrontLink = z.object({ label: z.string(), url: z.string() })
export type StorefrontLink = z.infer<typeof storefrontLink>

const told = z.number().int().nullable().describe(`Null below ${STOREFRONT.shownFrom}`)

const storefrontView = z.object({
  id: z.string(),
  handle: z.string().describe('The present one, also where an earlier one was asked for'),
  picture: z.string().nullable().describe('Its own, else the account’s where its owner shows it'),
  cover: mediaView.nullable().describe('Its own, else a creation made with its recipes'),
  lines: z.array(z.string()),
  links: z.array(storefrontLink),
  followers: told,
  remixes: told,
  featured: workflowCard.nullable(),
  recipes: z.array(workflowCard).describe('In the creator’s order, without the featured one'),
  recipes_total: z.number().int(),
  made_with: z.array(namedCreation).describe('Public creations made with these recipes'),
  made_by: z
    .array(namedCreation)
    .describe('Public creations of this person with listed recipes, others than those'),
})
export type StorefrontView = z.infer<typeof storefrontView>

export const getStorefront = defineRoute('getStorefront', {
  summary: 'What a person shows to everybody, by the username or one given up within a year',
  access: 'anyone',
  scope: 'workflows:read',
  params: z.object({ handle: z.string().max(64) }),
  answer: storefrontView,
  errors: ['not_found'],
})

const ownFile = z
  .uuid()
  .nullable()
  .optional()
  .describe('An upload of one’s own; null takes it off, absent keeps what is there')

const ownStorefront = z.object({
  handle: z
    .string()
    .nullable()
    .describe('Null until a username is chosen: the page has no address'),
  picture: z.string().nullable().describe('The picture of the account'),
  show_picture: z.boolean(),
  own_picture: mediaView.nullable(),
  own_cover: mediaView.nullable(),
  followers: z.number().int(),
  lines: z.array(z.string()),
  links: z.array(storefrontLink),
  featured_id: z.string().nullable(),
  order: z.array(z.string()).describe('As chosen; empty while the newest stands first'),
  recipes: z
    .array(z.object({ id: z.string(), name: z.string(), sample: mediaView.nullable() }))
    .describe('The listed ones, in the order of the page'),
})
export type OwnStorefront = z.infer<typeof ownStorefront>

export const getOwnStorefront = defineRoute('getOwnStorefront', {
  summary: 'The caller’s own storefront, to change it',
  access: 'user',
  answer: ownStorefront,
  errors: ['unauthenticated'],
})

export const updateStorefront = defineRoute('updateStorefront', {
  summary: 'Change the pictures, lines, links, featured recipe and order of one’s own storefront',
  access: 'user',
  body: z.object({
    show_picture: z.boolean(),
    picture_id: ownFile,
    cover_id: ownFile,
    lines: boundedArray(oneLine(STOREFRONT.lineMax), { max: STOREFRONT.lines }),
    links: boundedArray(
      z.object({
        label: oneLine(STOREFRONT.labelMax).min(1),
        url: z
          .string()
          .max(STOREFRONT.urlMax)
          .refine((url) => readLink(url) !== undefined, 'must begin with https:// and name a site'),
      }),
      { max: STOREFRONT.links },
    ),
    featured_id: z.uuid().nullable(),
    order: boundedArray(z.uuid(), { max: STOREFRONT.ordered }).describe(
      'Ids of own recipes; others are left out',
    ),
  }),
  answer: ownStorefront,
  errors: ['validation_failed', 'content_refused', 'unauthenticated'],
  rate: 'writes',
})
