import {
	described,
	group,
	isArray,
	isDefined,
	isIn,
	isString,
	list,
	maxElements,
	maxLength,
	minElements,
	minLength,
	numbers,
	optional,
	string,
	when,
	withDefault,
} from '../schema.cjs';
import {
	address,
	isLink,
	label,
	mediaFields,
	mentionsPost,
	numberedLabel,
	words,
	type OwnProvider,
} from './types.cjs';

const title = (least: number) => string(isDefined, minLength(least), isString);
const canonical = when(
	({ canonical: link }) => Boolean(link) && !mentionsPost(link),
	string(isLink),
);
const picture = optional(group(mediaFields));
const link = optional(string(isLink));
const choice = (description: string) => described(description, string(isString));

/** Networks of articles and mails, and pages of businesses and streams. */
export const publishing: Record<string, OwnProvider> = {
	medium: {
		settings: {
			title: title(2),
			subtitle: title(2),
			canonical,
			publication: words,
			tags: optional(list(label, maxElements(4))),
		},
	},
	devto: {
		settings: {
			title: title(2),
			main_image: picture,
			canonical,
			organization: words,
			tags: withDefault([], list(numberedLabel, maxElements(4))),
		},
	},
	hashnode: {
		settings: {
			title: title(6),
			subtitle: optional(string(minLength(2), isString)),
			main_image: picture,
			canonical,
			publication: string(isDefined, isString),
			tags: list(label, minElements(1), isArray),
		},
	},
	wordpress: {
		settings: {
			title: title(2),
			main_image: picture,
			type: string(isDefined, isString),
			categories: optional(numbers),
			tags: optional(numbers),
			status: optional(string(isIn('publish', 'draft', 'pending', 'private'))),
		},
		needsServerAddress: true,
	},
	tumblr: {
		settings: {
			title: optional(string(maxLength(4096), isString, minLength(1))),
			link,
			sourceUrl: link,
			tags: optional(string(maxLength(4096), isString)),
		},
	},
	gmb: {
		settings: {
			topicType: optional(string(isIn('STANDARD', 'EVENT', 'OFFER'))),
			callToActionType: optional(
				string(isIn('NONE', 'BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP', 'GET_OFFER', 'CALL')),
			),
			callToActionUrl: address,
			eventTitle: words,
			eventStartDate: words,
			eventEndDate: words,
			eventStartTime: words,
			eventEndTime: words,
			offerCouponCode: words,
			offerRedeemUrl: address,
			offerTerms: words,
		},
		refuses: ({ topicType, eventTitle }) =>
			topicType === 'EVENT' && !eventTitle ? 'Event posts require an event title' : undefined,
		rulesInWords: 'A single picture, no video; an event needs a title.',
	},
	listmonk: {
		settings: {
			subject: string(minLength(1), isString),
			preview: string(isString),
			list: choice('From list'),
			template: described('From templates', words),
		},
		needsServerAddress: true,
	},
	twitch: {
		settings: {
			messageType: optional(string(isIn('message', 'announcement'))),
			announcementColor: optional(string(isIn('primary', 'blue', 'green', 'orange', 'purple'))),
		},
	},
};
