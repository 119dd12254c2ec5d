/** Where a creator's name leads: to the storefront, or for a creator without a username to the list of recipes. */
export const creatorPath = (handle: string): `/${string}` =>
  `/${handle.startsWith('guest-') ? 'workflows?creator=' : '@'}${handle}`
