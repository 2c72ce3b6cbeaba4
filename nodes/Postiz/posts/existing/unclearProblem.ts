import { getChannelLabel } from '../../channels/channelLabel';
import { Problem } from '../../common/problem';
import type { DesiredPost } from '../desiredPost';
import { getUnclearPostAdvice } from './rerunAdvice';

/** For a post that Postiz may have, completely or in part. `cause` says why this is unclear. */
export const createUnclearProblem = (
	{ target, item }: DesiredPost,
	cause: string,
	{ httpCode }: { httpCode?: string } = {},
) =>
	new Problem(
		`${getChannelLabel(target)} – It is unclear whether Postiz has this post: ${cause}`,
		getUnclearPostAdvice(item),
		{ httpCode, hasRetryAdvice: true },
	);
