import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	fieldsOfCreate,
	fieldsOfCreateFromJson,
} from '../../../../nodes/Postiz/posts/form/publishFields';
import { OPTIONS } from '../../../../nodes/Postiz/posts/form/publishOptions';
import { toContent, type TextFormat } from '../../../../nodes/Postiz/text/content';
import { listShownFields } from '../../../shared/operationForm.cjs';
import { catchProblem } from '../../support/catchProblem.cjs';

const getOptions = (form: INodeProperties[]) =>
	form.find(({ name }) => name === 'options')!.options as INodeProperties[];

test('starts each option with a value that has an effect', () => {
	for (const { name, default: begins } of getOptions(fieldsOfCreate)) {
		const { read } = Object.values(OPTIONS).find(({ property }) => property.name === name)!;
		// What is to be typed begins empty, or with an expression.
		if (/^(?!=)./.test(String(begins)))
			expect([name, read({ [name]: begins })]).not.toEqual([name, read({})]);
	}
});

test.each(Object.values(OPTIONS).map((option) => [option.property.displayName, option] as const))(
	'reads %s by its value, and rejects an invalid value',
	(label, { property, read }) => {
		expect(() => read({})).not.toThrow();
		const [message] = catchProblem(() => read({ [property.name]: [{ a: 1 }] }));
		expect(message).toMatch(new RegExp(`^${label.replace(/[()]/g, '\\$&')} (cannot|must) `));
	},
);

test('the node reads every format of a text that the form offers', () => {
	const formats = (OPTIONS.contentFormat.property.options as INodePropertyOptions[]).map(
		({ value }) => value as TextFormat,
	);
	expect(formats).toHaveLength(5);
	for (const format of formats) {
		expect(toContent({ texts: ['Tea'], format }, 'plain')).toContain('Tea');
	}
});

test('does not offer options for the text of a form with JSON', () => {
	const offered = getOptions(listShownFields('createFromJson', fieldsOfCreateFromJson)).map(
		({ name }) => name,
	);
	expect(offered).toContain('tags');
	expect(offered).not.toContain('contentFormat');
});
