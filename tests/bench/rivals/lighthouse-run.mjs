// One mobile run of Lighthouse in a browser that is open already; prints the values the bench reads.
import lighthouse from 'lighthouse'

const [port, address] = process.argv.slice(2)
const ran = await lighthouse(address, {
  port: Number(port),
  logLevel: 'silent',
  output: 'json',
  onlyCategories: ['performance', 'accessibility', 'best-practices'],
})
if (!ran || ran.lhr.runtimeError) throw new Error(ran?.lhr.runtimeError?.message ?? 'Lighthouse said nothing.')
const { lhr } = ran
const scores = Object.fromEntries(
  Object.values(lhr.categories).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]),
)
const costly = Object.values(lhr.categories).flatMap(({ id: category, auditRefs }) =>
  auditRefs.flatMap(({ id, weight }) => {
    const { score, title, displayValue = '', details } = lhr.audits[id]
    if (weight === 0 || score === null || score >= 1) return []
    const where = (details?.items ?? [])
      .slice(0, 3)
      .map((item) => item.node?.selector ?? item.description ?? item.url ?? '')
      .filter(Boolean)
    return [{ category, id, title, weight, score, displayValue, where }]
  }),
)
process.stdout.write(
  JSON.stringify({ scores, costly, finalURL: lhr.finalDisplayedUrl, version: lhr.lighthouseVersion }),
)
