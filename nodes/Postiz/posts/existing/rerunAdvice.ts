import type { Remedy } from '../../common/problem';
import type { Item } from '../item';

type PostAgainChoice = Pick<Item, 'postsAgainIfExists'>;

/** Says how to run items again. With Post Again, this would create their existing posts again. */
export const getRerunAdvice = (items: PostAgainChoice[]): Remedy =>
	items.some(({ postsAgainIfExists }) => postsAgainIfExists)
		? [
				'Running this again creates existing posts again.',
				{ forPerson: 'to prevent this, set If the Post Exists to Skip first.' },
			]
		: ['Run this again. Existing posts are skipped.'];

/** Says how to run an item again if Postiz may have its post. */
export const getUnclearPostAdvice = ({ postsAgainIfExists }: PostAgainChoice): Remedy =>
	postsAgainIfExists
		? [
				'Check the Postiz calendar in a few minutes. Run this again only if the post is not there.',
				{ forPerson: 'or set If the Post Exists to Skip first.' },
			]
		: ['Run this again in a few minutes. Existing posts are skipped.'];
