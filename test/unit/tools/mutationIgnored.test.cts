import { wordsOfErrors, type Place } from '../../mutation/ignored.cjs';

const TEXT = { type: 'StringLiteral' };
const inside = (node: Place['node'], ...parents: Array<Place['node']>): Place => {
	const [parent, ...others] = parents;
	return { node, parentPath: parent ? inside(parent, ...others) : null };
};
const problem = { type: 'NewExpression', callee: { type: 'Identifier', name: 'Problem' } };
const field = (name: string) => ({
	type: 'ObjectProperty',
	key: { type: 'Identifier', name },
});
const template = (type: string) => ({ type: 'TemplateLiteral', expressions: [{ type }] });

test.each<[string, Place]>([
	['a sentence of a problem', inside(TEXT, problem)],
	['a sentence that is chosen', inside(TEXT, { type: 'ConditionalExpression' }, problem)],
	['a sentence with a name', inside(template('Identifier'), problem)],
	['a message', inside(TEXT, field('message'))],
])('%s is left as it is', (_what, place) => {
	expect(wordsOfErrors(place)).toBe('It is only words that people read');
});

test.each<[string, Place]>([
	['what chooses a sentence', inside({ type: 'ConditionalExpression' }, problem)],
	['a sentence with more than names', inside(template('ConditionalExpression'), problem)],
	['another object', inside(TEXT, { ...problem, callee: { type: 'Identifier', name: 'Map' } })],
	['another field', inside(TEXT, field('path'))],
	['a text of its own', inside(TEXT)],
])('%s is changed', (_what, place) => {
	expect(wordsOfErrors(place)).toBeUndefined();
});
