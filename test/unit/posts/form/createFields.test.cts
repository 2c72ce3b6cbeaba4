import { NodeHelpers, type INodeProperties, type INodePropertyOptions } from 'n8n-workflow';

import {
	createFields,
	createFromJsonFields,
	OPTIONS,
} from '../../../../nodes/Postiz/posts/form/createFields';
import { parseBody } from '../../../../nodes/Postiz/publishing/read/readJson';
import { toContent } from '../../../../nodes/Postiz/text/content';
import { type TextFormat } from '../../../../nodes/Postiz/text/textInput';
import { listShownFields } from '../../../shared/operationForm.cjs';
import { catchProblem } from '../../support/catchProblem.cjs';

const getOptions = (form: INodeProperties[]) =>
	form.find(({ name }) => name === 'options')!.options as INodeProperties[];
const listChoices = (form: INodeProperties[], name: string) =>
	(form.find((property) => property.name === name)!.options as INodePropertyOptions[]).map(
		({ value }) => value,
	);

describe.each([
	['Post: Create', createFields],
	['Post: Create From JSON', createFromJsonFields],
])('%s', (_operation, form) => {
	test('shows a date if it is used or may be, and otherwise a notice under its name', () => {
		const listDateTypes = (type: string) =>
			form
				.filter(({ name }) => name === 'date')
				.filter((field) => NodeHelpers.displayParameter({ type }, field, null, null))
				.map((field) => field.type);
		const shown = listChoices(form, 'type').map((type) => [type, listDateTypes(String(type))]);
		expect(Object.fromEntries(shown)).toEqual({
			schedule: ['dateTime'],
			draft: ['dateTime'],
			nextSlot: ['notice'],
			now: ['notice'],
		});
		expect(listDateTypes('={{ $json.type }}')).toContain('dateTime');
	});

	test('starts each option with a value that has an effect', () => {
		for (const { name, default: begins } of getOptions(form)) {
			const { read } = Object.values(OPTIONS).find(({ property }) => property.name === name)!;
			// What is to be typed begins empty, or with an expression.
			if (/^(?!=)./.test(String(begins)))
				expect([name, read({ [name]: begins })]).not.toEqual([name, read({})]);
		}
	});
});

test.each(Object.values(OPTIONS).map((option) => [option.property.displayName, option] as const))(
	'reads %s by its value, and rejects its label',
	(label, { property, read }) => {
		expect(() => read({})).not.toThrow();
		const [message] = catchProblem(() => read({ [property.name]: [{ a: 1 }] }));
		expect(message).toMatch(new RegExp(`^${label.replace(/[()]/g, '\\$&')} (cannot|must) `));
	},
);

test('the node reads every format of a text that the form offers', () => {
	const formats = listChoices(getOptions(createFields), 'contentFormat') as TextFormat[];
	expect(formats).toHaveLength(5);
	for (const format of formats) {
		expect(toContent({ texts: ['Tea'], format }, 'plain')).toContain('Tea');
	}
});

test('does not offer options for the text of a form with JSON', () => {
	const offered = getOptions(listShownFields('createFromJson', createFromJsonFields)).map(
		({ name }) => name,
	);
	expect(offered).toContain('tags');
	expect(offered).not.toContain('contentFormat');
});

test('the default JSON only lacks the channel', () => {
	const initial = String(createFromJsonFields.find(({ name }) => name === 'json')!.default);
	expect(catchProblem(() => parseBody(initial))[0]).toBe(
		'In the JSON, posts[0].integration.id must be the ID of a channel',
	);
	const filledIn = initial.replace('"id": ""', '"id": "c1"');
	expect(parseBody(filledIn)).toEqual({
		shared: {},
		posts: [{ integrationId: 'c1', parts: [{ text: '', files: [] }], settings: {} }],
	});
});
