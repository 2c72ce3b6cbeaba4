import type { Problem } from '../common/problem';
import { TOO_MANY_REQUESTS } from './httpStatus';

/** True if the hourly limit is reached. Further requests would be rejected, but count towards it. */
export const isRateLimited = ({ httpCode }: Problem): boolean =>
	Number(httpCode) === TOO_MANY_REQUESTS;

/** True if further requests would fail, too: the service is down, or the limit is reached. */
export const blocksFurtherRequests = (problem: Problem): boolean =>
	isRateLimited(problem) || problem.affectsAllItems === true;
