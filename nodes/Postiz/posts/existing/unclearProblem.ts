import { getChannelLabel } from '../../channels/channelLabel';
import { Problem } from '../../common/problem';
import type { DesiredPost } from '../desiredPost';
import { getUnclearPostAdvice } from './rerunAdvice';

const CHANGE_AGAIN = 'Run this again in a few minutes. It is safe to change a post twice.';

/** For a post that Postiz may have created, completely or in part, or updated. `cause` says why this is unclear. */
export const createUnclearProblem = (
	{ target, item }: DesiredPost,
	cause: string,
	{ httpCode, isUpdate = false }: { httpCode?: string; isUpdate?: boolean } = {},
) =>
	new Problem(
		`${getChannelLabel(target)} – It is unclear whether Postiz ${isUpdate ? 'changed' : 'has'} this post: ${cause}`,
		isUpdate ? CHANGE_AGAIN : getUnclearPostAdvice(item),
		{ httpCode, hasRetryAdvice: true },
	);
