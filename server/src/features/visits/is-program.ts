const PROGRAMS =
  /bot\b|bot[/;)]|crawl|spider|slurp|preview|scrape|headless|lighthouse|monitor|uptime|pingdom|facebookexternalhit|whatsapp|telegram|embedly|feed|archiv|validator|curl|wget|python|java\/|okhttp|axios|node|undici|go-http|libwww|httpclient|http-client|ruby|perl|php/i

/** Whether this user agent is a program, such as a crawler, and no person's browser. */
export function isProgram(userAgent: string | undefined): boolean {
  return !userAgent?.startsWith('Mozilla/') || PROGRAMS.test(userAgent)
}
