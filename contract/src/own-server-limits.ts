/** A creator's own ComfyUI servers. */
export const OWN_SERVER = {
  most: 5,
  name: /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/,
  nameRule: 'has lowercase letters, digits and hyphens, at most 32',
  urlMax: 500,
  keyMax: 500,
} as const

/** What a recipe's page tells its visitors. */
export const ON_OWN_SERVER =
  'It is made on a server of its creator, who gets what you enter and not who you are.'
