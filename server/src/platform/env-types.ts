import { z } from 'zod'

/** The types of environment variables that more than one schema of variables has. */

export const flag = z.stringbool()

/** An address without a slash at its end. */
export const url = z
  .url({ protocol: /^https?$/ })
  .transform((value) => value.replace(/(?<!\/)\/+$/, ''))
