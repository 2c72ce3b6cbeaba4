import type { IDataObject } from 'n8n-workflow';

import { DAY_MS, toLocalTime } from '../common/date';
import { serializeDate, unwrapDate } from '../common/dateValue';
import { option } from '../form/fieldBuilders';
import { defineNetwork } from './defineNetwork';
import { MIB } from './measures';
import { noteIf, rejectIf } from './ruleBuilders';
import { setting } from './settingBuilders';

const BUTTONS_WITH_LINK = ['BOOK', 'GET_OFFER', 'LEARN_MORE', 'ORDER', 'SHOP', 'SIGN_UP'];

/** The day of a date as YYYY-MM-DD; for a moment in UTC, the day in `timezone`. */
function toDay(entered: unknown, workflowZone: string): unknown {
	const [value, timezone] = unwrapDate(entered, workflowZone);
	const text = serializeDate(value);
	if (typeof text !== 'string') return value;
	const trimmed = text.trim();
	const day = /^\d{4}-\d{2}-\d{2}(?=$|[T ])/.exec(trimmed)?.[0] ?? trimmed;
	const moment = toLocalTime(trimmed, timezone);
	// Midnight in UTC stands for a day without a time, so it isn't converted.
	const isMoment = trimmed.endsWith('Z') && moment.isValid && moment.toMillis() % DAY_MS !== 0;
	return isMoment ? moment.toISODate() : day;
}

/** True for a valid day in the format YYYY-MM-DD. */
const isDay = (text: string) => toLocalTime(text, 'UTC').toISODate() === text;

/** A time of day as HH:mm, without seconds. */
function toTime(value: unknown): unknown {
	const [, hour, minute] = /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(String(value).trim()) ?? [];
	return hour && minute ? `${hour.padStart(2, '0')}:${minute}` : value;
}

const PHONE = /(?<![\d.,/-])(?:\+|00|\(0|0)[\d ()/-]{8,16}\d(?!\d)/;

function endsBeforeStart({
	topicType,
	eventStartDate: startDate,
	eventEndDate: endDate,
	eventStartTime: startTime,
	eventEndTime: endTime,
}: IDataObject): boolean {
	if (topicType !== 'EVENT' || !startDate || !endDate) return false;
	const hasTimes = Boolean(startTime && endTime);
	const toSortKey = (day: unknown, time: unknown) =>
		`${String(day)} ${hasTimes ? String(time) : ''}`;
	return toSortKey(endDate, endTime) < toSortKey(startDate, startTime);
}

const createDayField = (displayName: string, name: string, description: string) =>
	setting.date(displayName, name, {
		typeOptions: { dateOnly: true },
		placeholder: 'e.g. 2026-12-14',
		pattern: { matches: { test: isDay }, expected: 'a day, such as 2026-12-14' },
		toApiValue: toDay,
		description,
	});

const createTimeField = (displayName: string, name: string, description: string) =>
	setting.text(displayName, name, {
		placeholder: 'e.g. 18:30',
		pattern: { matches: /^([01]\d|2[0-3]):[0-5]\d$/, expected: 'a time of day, such as 18:30' },
		toApiValue: toTime,
		description,
	});

export const googleBusiness = defineNetwork('Google My Business', 'gmb', {
	nicknames: ['GBP', 'Google Business Profile', 'Google Business'],
	maxLength: 1500,
	rules: [
		{ measure: 'files', max: 1, mayBeAccepted: true },
		{ measure: 'videos', max: 0, mayBeAccepted: true },
		{ measure: 'pictureType', oneOf: ['jpg', 'jpeg', 'png'], mayBeAccepted: true },
		{ measure: 'pictureBytes', min: 10 * 1024, max: 5 * MIB, mayBeAccepted: true },
		{ measure: 'pictureShorterSide', min: 250, mayBeAccepted: true },
		rejectIf('Event Ends On', 'is before the start of the event', endsBeforeStart),
		noteIf(
			'Event Starts On',
			'or Event Ends On is empty: the event is today',
			({ topicType, eventStartDate, eventEndDate }) =>
				topicType === 'EVENT' && !(eventStartDate && eventEndDate),
		),
		noteIf(
			'About',
			'is Offer, for which Google requires dates that Postiz does not send',
			({ topicType }) => topicType === 'OFFER',
		),
		noteIf(
			'Button',
			'is not published without a Button Link',
			({ callToActionType, callToActionUrl }) => callToActionType === 'CALL' && !callToActionUrl,
		),
		noteIf('Text', 'has a phone number, which Google may refuse', (_settings, { text }) =>
			PHONE.test(text),
		),
	],
	ignoresThreads: true,
	fetchesFiles: true,
	fields: [
		setting.choice('Button', 'callToActionType', {
			default: 'NONE',
			options: [
				option('Book', 'BOOK'),
				option('Call', 'CALL', 'Calls the phone number of your business profile'),
				option('Get Offer', 'GET_OFFER'),
				option('Learn More', 'LEARN_MORE'),
				option('None', 'NONE'),
				option('Order', 'ORDER'),
				option('Shop', 'SHOP'),
				option('Sign Up', 'SIGN_UP'),
			],
			description: 'Button of the post. All except Call and None require a Button Link.',
		}),
		setting.link('Button Link', 'callToActionUrl', {
			requiredWhen: { callToActionType: BUTTONS_WITH_LINK },
			description: 'Web address that the button opens. No effect with Call or None.',
		}),
		setting.text('Event Title', 'eventTitle', {
			requiredWhen: { topicType: ['EVENT'] },
			placeholder: 'e.g. Tasting on Friday',
			description: 'Name of the event. Required if About is Event.',
		}),
		createDayField(
			'Event Starts On',
			'eventStartDate',
			'First day of the event. No effect if About is Update.',
		),
		createTimeField(
			'Event Starts At',
			'eventStartTime',
			'Time at which the event starts, as HH:mm',
		),
		createDayField(
			'Event Ends On',
			'eventEndDate',
			'Last day of the event. No effect if About is Update.',
		),
		createTimeField('Event Ends At', 'eventEndTime', 'Time at which the event ends, as HH:mm'),
		setting.choice('About', 'topicType', {
			default: 'STANDARD',
			options: [
				option('Event', 'EVENT', 'An event; requires a title'),
				option('Offer', 'OFFER', 'A discount or a promotion'),
				option('Update', 'STANDARD', 'News of your business'),
			],
			description: 'What the post is about',
		}),
		setting.text('Offer Code', 'offerCouponCode', {
			placeholder: 'e.g. WINTER10',
			description: 'Code that people enter to get the offer. Only used if About is Offer.',
		}),
		setting.link('Offer Link', 'offerRedeemUrl', {
			placeholder: 'e.g. https://example.com/offer',
			description: 'Web address at which people redeem the offer. Only used if About is Offer.',
		}),
		setting.text('Offer Terms', 'offerTerms', {
			placeholder: 'e.g. Once per guest, until the end of the year',
			description: 'Conditions of the offer. Only used if About is Offer.',
		}),
	],
});
