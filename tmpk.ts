// kernel microbench
const P=2000,G=13,N=121,S=256;
const codes=Array.from({length:G},()=>Uint8Array.from({length:P},()=>Math.random()*256));
const mk=()=>Float64Array.from({length:S*N},Math.random);
const tabs=Array.from({length:G},mk);
const sums=new Float64Array(P*N);
function one(){ for(let g=0;g<G;g++){const t=tabs[g]!,code=codes[g]!; for(let p=0;p<P;p++){const from=code[p]!*N,to=p*N; for(let q=0;q<N;q++) sums[to+q]!+=t[from+q]!;}}}
function two(){ for(let g=0;g+1<G;g+=2){const t=tabs[g]!,u=tabs[g+1]!,c=codes[g]!,d=codes[g+1]!; for(let p=0;p<P;p++){const f=c[p]!*N,h=d[p]!*N,to=p*N; for(let q=0;q<N;q++) sums[to+q]=sums[to+q]!+(t[f+q]!+u[h+q]!);}}
 {const t=tabs[G-1]!,code=codes[G-1]!; for(let p=0;p<P;p++){const from=code[p]!*N,to=p*N; for(let q=0;q<N;q++) sums[to+q]!+=t[from+q]!;}}}
function four(){ for(let g=0;g+3<G;g+=4){const t=tabs[g]!,u=tabs[g+1]!,v=tabs[g+2]!,w=tabs[g+3]!,c=codes[g]!,d=codes[g+1]!,e=codes[g+2]!,k=codes[g+3]!; for(let p=0;p<P;p++){const f=c[p]!*N,h=d[p]!*N,i=e[p]!*N,j=k[p]!*N,to=p*N; for(let q=0;q<N;q++) sums[to+q]=sums[to+q]!+((t[f+q]!+u[h+q]!)+(v[i+q]!+w[j+q]!));}}
 {const t=tabs[G-1]!,code=codes[G-1]!; for(let p=0;p<P;p++){const from=code[p]!*N,to=p*N; for(let q=0;q<N;q++) sums[to+q]!+=t[from+q]!;}}}
const B=16; // blocked
const tb=Float64Array.from({length:S*B},Math.random), sb=new Float64Array(P*B);
function blocked(){ const nb=Math.ceil(N/B); for(let b=0;b<nb;b++) for(let g=0;g<G;g++){const code=codes[g]!; for(let p=0;p<P;p++){const f=code[p]!*B,to=p*B; for(let q=0;q<B;q++) sb[to+q]!+=tb[f+q]!;}}}
for(const [n,f] of [['one',one],['two',two],['four',four],['blocked',blocked]] as const){for(let k=0;k<5;k++)f();const t=performance.now();for(let k=0;k<40;k++)f();console.log(n,((performance.now()-t)/40).toFixed(2),'ms');}
