import type { Device } from '#client/offline/store/device.ts'
import { fetchRules, keepRules, type OwnRules } from '#client/features/pickups/order/own-rules.ts'
import { tellOrders } from '#client/features/pickups/order/tell-order.ts'
import { driverCall } from './driver-call.ts'

/** Loaded after the first screen: what the shortest order of the driver's runs depends on, and the driver's own order. */

export const keepRoundRules = (device: Device, userID: string): Promise<void> => keepRules(device, driverCall(userID))

export const fetchRoundRules = (device: Device, userID: string, runOrderID: string): Promise<OwnRules | null> =>
  fetchRules(device, driverCall(userID), runOrderID)

export const tellOwnOrders = (device: Device, userID: string): Promise<void> => tellOrders(device, driverCall(userID))
