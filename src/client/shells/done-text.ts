import { bagsOf } from '#domain/bags.ts'
import { plural, t } from '#client/ui/core/texts.ts'

/** "Done, 2 bags"; "Done" of a rubbish removal, which has no bags. */
export function doneText(stop: Parameters<typeof bagsOf>[0]): string {
  const bags = bagsOf(stop)
  return bags === 0 ? t('Done') : plural(bags, 'Done, {{count}} bag', 'Done, {{count}} bags')
}
