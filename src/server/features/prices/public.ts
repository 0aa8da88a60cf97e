export { applyPrices, bringUp, bringUpPackages, decidePending, decidePendingPackage } from './apply-commands.ts'
export { NOTICE, noticeSent, noticesPrinted } from './notice-commands.ts'
export {
  comingPriceOf,
  packagePrice,
  packagePricesOn,
  pricedOn,
  pricesByID,
  pricesOn,
  priceToday,
  stepsOf,
  withPendingPrice,
} from './prices-reads.ts'
