import { z } from 'zod'

// The page's Content-Security-Policy refuses `new Function`, which zod tries when it builds a
// schema.
z.config({ jitless: true })
