import { field, createLocatorModes } from '../form/fieldBuilders';
import { createIdSpec } from '../form/idSpec';

/** Matches the public page of a post, to which outputs link (docs/api.md, Page of a post). */
const PUBLIC_PAGE = /^https?:\/\/.+\/p\/([^/?#]+)/;

export const postIdSpec = createIdSpec(
	field.locator('Post', 'postId', {
		required: true,
		description: 'Post > Create and Post > Get Many return the IDs',
		...createLocatorModes('ID', 'searchPosts', {
			prompt: 'Select a post…',
			placeholder: 'e.g. cmb1x2y3z0001abcd',
			hint: 'From Post > Create or Post > Get Many (postId)',
			listHint:
				'Posts of the last and next 90 days, in the time zone of your n8n instance. Enter others by ID.',
		}),
	}),
	'Enter an ID: Post > Create and Post > Get Many return it as “postId”.',
	{ findInText: (text) => PUBLIC_PAGE.exec(text)?.[1] },
);
