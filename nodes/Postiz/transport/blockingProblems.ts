import type { Problem } from '../common/problem';
import { TOO_MANY_REQUESTS } from './httpStatus';

/** True if the hourly limit is reached: further requests would be rejected, and count as well. */
export const isRateLimited = ({ httpCode }: Problem): boolean =>
	Number(httpCode) === TOO_MANY_REQUESTS;

/** True if no other request should follow: the service fails for all items, or only accepts more after a wait. */
export const blocksFurtherRequests = (problem: Problem): boolean =>
	isRateLimited(problem) || problem.affectsAllItems === true;
