// Keeps each percent sign on the line of its number.

/** Elements whose text is prose. Answers of models and code in them stay as they are. */
const PROSE = "p,li,dd,figcaption,summary";
const VERBATIM = "pre,code,.rb-text,.rb-untrusted";

/**
 * Returns a script for the head of each page: of prose, also of prose that comes later, it puts the last digit and the sign into an element
 * that is not broken, so that the text stays the same. A text node that is removed again takes with it what was made of it.
 */
export const percentScript = (): string =>
  `<script>{const made=new WeakSet(),rest=new WeakMap();const join=text=>{const whole=text.data;if(made.has(text)||!/\\d %/.test(whole)||text.parentElement.closest("${VERBATIM}"))return;const [first,...parts]=whole.split(/(\\d %)/);const nodes=parts.map((part,i)=>{const node=document.createTextNode(part);made.add(node);if(i%2)return node;const span=document.createElement("span");span.style.whiteSpace="nowrap";span.append(node);return span});text.data=first;text.after(...nodes);rest.set(text,{whole,nodes})};const walk=root=>{const all=document.createTreeWalker(root,4),texts=[];while(all.nextNode())texts.push(all.currentNode);texts.forEach(join)};const restore=text=>{const {whole,nodes}=rest.get(text);rest.delete(text);for(const node of nodes)node.remove();text.data=whole;return text};new MutationObserver(records=>{for(const {addedNodes,removedNodes} of records){for(const node of removedNodes)if(rest.has(node))restore(node);for(const node of addedNodes){const element=node.nodeType===1?node:node.parentElement;if(!element||made.has(node))continue;if(!element.closest("${PROSE}")){if(node===element)element.querySelectorAll("${PROSE}").forEach(walk)}else if(node===element)walk(node);else if(node.nodeType===3)join(node)}}}).observe(document,{childList:true,subtree:true})}</script>`;
