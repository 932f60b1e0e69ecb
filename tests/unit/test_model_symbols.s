# test_model_symbols.s: eleven instructions, and DWARF 4 about them that is written by hand.
#
#   outer, declared on line 9                    next, a method that is declared on line 19
#     s0  line 10                                  s9  line 20
#     s1  line 0                                   s10 line 21
#     s2  line 3, first, called on line 11
#     s3  line 0, what second needs
#     s4  line 6, second, called on line 12
#     s5  line 13
#     s6  line 3, first, called on line 14
#     s7  line 0
#     s8  line 15
	.text
	.globl s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
s0:	nop
s1:	nop
s2:	nop
s3:	nop
s4:	nop
s5:	nop
s6:	nop
s7:	nop
s8:	nop
s9:	nop
s10:	nop
# What the linker puts behind is not to begin at once.
s11:	nop

# Not by .loc: the assembler leaves line 0 out.
	.section .debug_line,"",%progbits
.Lline:
	.4byte .Lline_end-.Lline_version
.Lline_version:
	.2byte 4
	.4byte .Lprogram-.Lheader
.Lheader:
	# instructions of 1 byte, 1 operation each, all statements; line base, range; opcodes from 13
	.byte 1, 1, 1, -5, 14, 13
	.byte 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1
	.byte 0
	.asciz "/nowhere/subject.c"
	.uleb128 0, 0, 0
	.byte 0
.Lprogram:
	# DW_LNE_set_address, DW_LNS_advance_line, DW_LNS_copy
	.macro row address, more
	.byte 0, 9, 2
	.8byte \address
	.byte 3
	.sleb128 \more
	.byte 1
	.endm
	row s0, 9
	row s1, -10
	row s2, 3
	row s3, -3
	row s4, 6
	row s5, 7
	row s6, -10
	row s7, -3
	row s8, 15
	row s9, 5
	row s10, 1
	# DW_LNE_set_address, DW_LNE_end_sequence
	.byte 0, 9, 2
	.8byte s11
	.byte 0, 1, 1
.Lline_end:
	.section .debug_ranges,"",%progbits
.Lranges:
	.8byte s4-s0, s5-s0
	.8byte 0, 0

	.section .debug_abbrev,"",%progbits
.Labbrev:
	# 1, a unit with children: stmt_list sec_offset, low_pc addr, high_pc data4
	.uleb128 1, 0x11
	.byte 1
	.uleb128 0x10, 0x17, 0x11, 0x01, 0x12, 0x06, 0, 0
	# 2, a function by itself: name string, decl_file data1, decl_line data1
	.uleb128 2, 0x2e
	.byte 0
	.uleb128 0x03, 0x08, 0x3a, 0x0b, 0x3b, 0x0b, 0, 0
	# 3, a function with code and children: the same, low_pc addr, high_pc data4
	.uleb128 3, 0x2e
	.byte 1
	.uleb128 0x03, 0x08, 0x3a, 0x0b, 0x3b, 0x0b, 0x11, 0x01, 0x12, 0x06, 0, 0
	# 4, inlined: abstract_origin ref4, low_pc addr, high_pc data4, call_file data1, call_line data1
	.uleb128 4, 0x1d
	.byte 0
	.uleb128 0x31, 0x13, 0x11, 0x01, 0x12, 0x06, 0x58, 0x0b, 0x59, 0x0b, 0, 0
	# 5, inlined: abstract_origin ref4, ranges sec_offset, call_file data1, call_line data1
	.uleb128 5, 0x1d
	.byte 0
	.uleb128 0x31, 0x13, 0x55, 0x17, 0x58, 0x0b, 0x59, 0x0b, 0, 0
	# 6, a namespace, and 7, a class, with children: name string
	.uleb128 6, 0x39
	.byte 1
	.uleb128 0x03, 0x08, 0, 0
	.uleb128 7, 0x02
	.byte 1
	.uleb128 0x03, 0x08, 0, 0
	# 8, a method: linkage_name string, name string, decl_file data1, decl_line data1
	.uleb128 8, 0x2e
	.byte 0
	.uleb128 0x6e, 0x08, 0x03, 0x08, 0x3a, 0x0b, 0x3b, 0x0b, 0, 0
	# 9, its code: specification ref4, low_pc addr, high_pc data4
	.uleb128 9, 0x2e
	.byte 0
	.uleb128 0x47, 0x13, 0x11, 0x01, 0x12, 0x06, 0, 0
	.byte 0

	.section .debug_info,"",%progbits
.Lunit:
	.4byte .Lend-.Lversion
.Lversion:
	.2byte 4
	.4byte .Labbrev
	.byte 8
	.uleb128 1
	.4byte .Lline
	.8byte s0
	.4byte s11-s0
.Lfirst:
	.uleb128 2
	.asciz "first"
	.byte 1, 2
.Lsecond:
	.uleb128 2
	.asciz "second"
	.byte 1, 5

	.uleb128 3
	.asciz "outer"
	.byte 1, 9
	.8byte s0
	.4byte s9-s0
	.uleb128 4
	.4byte .Lfirst-.Lunit
	.8byte s2
	.4byte s3-s2
	.byte 1, 11
	.uleb128 5
	.4byte .Lsecond-.Lunit
	.4byte .Lranges
	.byte 1, 12
	.uleb128 4
	.4byte .Lfirst-.Lunit
	.8byte s6
	.4byte s7-s6
	.byte 1, 14
	.byte 0

	.uleb128 6
	.asciz "space"
	.uleb128 7
	.asciz "Class"
.Lmethod:
	.uleb128 8
	.asciz "_ZN5space5Class4nextEv"
	.asciz "next"
	.byte 1, 19
	.byte 0
	.uleb128 9
	.4byte .Lmethod-.Lunit
	.8byte s9
	.4byte s11-s9
	.byte 0
	.byte 0
.Lend:
	.section .note.GNU-stack,"",%progbits
