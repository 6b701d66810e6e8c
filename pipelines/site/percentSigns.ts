// Keeps each percent sign on the line of its number.

/** Elements whose text is prose. Answers of models and code in them stay as they are. */
const PROSE = "p,li,dd,figcaption,summary,.rb-estimate";
const VERBATIM = "pre,code,.rb-text,.rb-untrusted";

/** Returns a script for the head of each page: it writes a non-breaking space before each percent sign in prose, also in prose that comes later. */
export const percentScript = (): string =>
  `<script>{const joined=text=>{const value=text.nodeValue.replace(/(^|\\d) (?=%)/g,"$1\\u00a0");if(value!==text.nodeValue&&!text.parentElement.closest("${VERBATIM}"))text.nodeValue=value};const walk=root=>{const texts=document.createTreeWalker(root,4);while(texts.nextNode())joined(texts.currentNode)};new MutationObserver(records=>{for(const {type,target,addedNodes} of records)for(const node of type==="characterData"?[target]:addedNodes){const element=node.nodeType===1?node:node.parentElement;if(!element)continue;if(element.closest("${PROSE}")){if(node===element)walk(node);else if(node.nodeType===3)joined(node)}else if(node===element)element.querySelectorAll("${PROSE}").forEach(walk)}}).observe(document,{childList:true,characterData:true,subtree:true})}</script>`;
