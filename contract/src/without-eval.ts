import { z } from 'zod'

// The page's Content-Security-Policy refuses `new Function`, which zod probes as schemas are built.
z.config({ jitless: true })
