import { type Values } from '../service/schema.cjs';
import type { Network } from './network.cjs';
import type { Rule } from './rule.cjs';
import { checkSettings, createNote, createRule, withSettings, withText } from './ruleBuilders.cjs';
import { toText } from './samples.cjs';
import { choice, text, url } from './settingBuilders.cjs';

export const googleBusiness: Network = {
	name: 'Google My Business',
	fetches: true,
	max: 1500,
	drops: 'laterParts',
	rejects: ({ topicType, eventTitle }) =>
		topicType === 'EVENT' && !eventTitle ? 'Event posts require an event title' : undefined,
	rulesInWords: 'A single picture, no video; an event needs a title.',
	settings: {
		topicType: choice('About', ['STANDARD', 'EVENT', 'OFFER']),
		callToActionType: choice('Button', [
			'NONE',
			'BOOK',
			'ORDER',
			'SHOP',
			'LEARN_MORE',
			'SIGN_UP',
			'GET_OFFER',
			'CALL',
		]),
		callToActionUrl: url('Button Link'),
		eventTitle: text('Event Title'),
		eventStartDate: text('Event Starts On', { like: '2028-02-29' }),
		eventEndDate: text('Event Ends On', { like: '2028-12-31' }),
		eventStartTime: text('Event Starts At', { like: '09:30' }),
		eventEndTime: text('Event Ends At', { like: '18:00' }),
		offerCouponCode: text('Offer Code'),
		offerRedeemUrl: url('Offer Link'),
		offerTerms: text('Offer Terms'),
	},
	needed: [
		[{ topicType: 'STANDARD', callToActionType: 'NONE' }, []],
		[{ topicType: 'OFFER', callToActionType: 'CALL' }, []],
		[{ topicType: 'EVENT' }, ['Event Title']],
		...['BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP', 'GET_OFFER'].map(
			(button): [Values, string[]] => [{ callToActionType: button }, ['Button Link']],
		),
	],
	fullest: { topicType: 'EVENT', callToActionType: 'BOOK' },
};

const EVENT = { topicType: 'EVENT', eventTitle: 'Tasting' };
const createEvent = (start: string, end: string, from?: string, to?: string) =>
	withSettings({
		...EVENT,
		eventStartDate: start,
		eventEndDate: end,
		...(from && { eventStartTime: from, eventEndTime: to }),
	});
const getDayAndTime = (settings: Values, end: 'Start' | 'End') =>
	[settings[`event${end}Date`], settings.eventStartTime && settings[`event${end}Time`]]
		.map(toText)
		.join(' ');
const endsEarly = (settings: Values) =>
	settings.topicType === 'EVENT' &&
	toText(settings.eventEndDate) !== '' &&
	getDayAndTime(settings, 'End') < getDayAndTime(settings, 'Start');

export const googleBusinessRules: Rule[] = [
	createRule(
		'gmb',
		'rejected',
		'before the start',
		['2026-12-02', '2026-12-01'],
		(end) => createEvent('2026-12-02', end),
		checkSettings(endsEarly),
	),
	createRule(
		'gmb',
		'rejected',
		'before the start',
		['10:00', '09:59'],
		(end) => createEvent('2026-12-02', '2026-12-02', '10:00', end),
		checkSettings(endsEarly),
	),
	createNote(
		'gmb',
		'Offer',
		createEvent('2026-12-01', '2026-12-02'),
		withSettings({ topicType: 'OFFER' }),
	),
	createNote(
		'gmb',
		'Button Link',
		withSettings({ callToActionType: 'CALL', callToActionUrl: 'https://e.example' }),
		withSettings({ callToActionType: 'CALL' }),
	),
	createNote(
		'gmb',
		'today',
		createEvent('2026-12-01', '2026-12-02'),
		createEvent('2026-12-01', ''),
	),
	createNote(
		'gmb',
		'phone number',
		withText('Open 10:00-18:00, 2026-12-01'),
		withText('Call 030 1234567'),
	),
];
